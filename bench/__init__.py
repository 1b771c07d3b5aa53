"""What graphcue costs, on generated stores."""
