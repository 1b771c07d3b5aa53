import pytest

from graphcue.errors import InvalidInput
from graphcue.stores.neo4j_url import SCHEMES, Address, address_of

ENVIRONMENT = {
    "GRAPHCUE_NEO4J_USER": "env user",
    "GRAPHCUE_NEO4J_PASSWORD": "env secret",
    "GRAPHCUE_NEO4J_DATABASE": "env-db",
}


def test_a_url_is_taken_apart() -> None:
    found = address_of("neo4j+s://ann:p%40ss%2Fword@db.example:7688/notes?policy=eu", environment=ENVIRONMENT)
    assert found == Address("neo4j+s://db.example:7688?policy=eu", "ann", "p@ss/word", "notes")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_without_credentials_nobody_is_authenticated(scheme: str) -> None:
    assert address_of(f"{scheme}://host", environment={}) == Address(f"{scheme}://host")


def test_an_ipv6_host_keeps_its_brackets() -> None:
    assert address_of("bolt://u:p@[::1]:7687", environment={}) == Address("bolt://[::1]:7687", "u", "p")


def test_the_environment_fills_in_what_the_url_leaves_out() -> None:
    assert address_of("bolt://host", environment=ENVIRONMENT) == Address(
        "bolt://host", "env user", "env secret", "env-db"
    )


def test_a_user_of_the_url_never_meets_the_password_of_the_environment() -> None:
    assert address_of("bolt://ann@host", environment=ENVIRONMENT).password == ""


def test_arguments_win_over_the_url() -> None:
    found = address_of("bolt://ann:a@host/one", "bob", "b", "two", environment=ENVIRONMENT)
    assert found == Address("bolt://host", "bob", "b", "two")


@pytest.mark.parametrize(
    "url",
    [
        "http://ann:geheim@host",
        "bolt://",
        "bolt://ann:geheim@",
        "bolt://ann:geheim@host:x",
        "bolt://ann:geheim@host:99999",
        "",
    ],
)
def test_another_address_is_refused_without_showing_its_password(url: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        address_of(url, environment={})
    assert "geheim" not in caught.value.message
    assert caught.value.fields == {"field": "url"}


def test_neither_repr_nor_shown_has_the_password() -> None:
    found = address_of("bolt://ann:geheim@host/notes", environment={})
    assert "geheim" not in repr(found)
    assert found.shown == "bolt://host (database notes)"
