# The service: docker build --tag graphcue . && docker run --publish 127.0.0.1:8642:8642 --volume graphcue:/data graphcue keys add …
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY cypher cypher
COPY graphcue graphcue
RUN python -m venv /opt/graphcue && /opt/graphcue/bin/pip install --no-cache-dir '.[service,mcp]'

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home graphcue
COPY --from=build /opt/graphcue /opt/graphcue
ENV PATH=/opt/graphcue/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    GRAPHCUE_STORE=/data/graphcue.db \
    GRAPHCUE_KEYS_FILE=/data/graphcue-keys.json
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8642
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8642/ready', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["graphcue"]
# Addresses beyond loopback need a key: `graphcue keys add` first, into the volume.
CMD ["serve", "--host", "0.0.0.0", "--port", "8642"]
