"""Folding that keeps every code point in its place, for grammars that report offsets."""

_TRADITIONAL = str.maketrans(
    "週號點後個兩鐘時這禮來內過從間節國慶聖誕歲淩寫開結農曆陰舊臘勞動婦兒軍師黨萬單雙陽復黃億塊錢圓歐鎊幣噸檯臺約餘幾",
    "周号点后个两钟时这礼来内过从间节国庆圣诞岁凌写开结农历阴旧腊劳动妇儿军师党万单双阳复黄亿块钱圆欧镑币吨台台约余几",
)
_FOLDING = (
    {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
    | {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
    | {ord(dash): "-" for dash in "‐‑‒–—―−"}
    | {ord(wave): "~" for wave in "〜～∼"}
    | {ord(quote): "'" for quote in "’‘"}
    | {0x3000: " ", 0xA0: " ", 0x202F: " ", 0x2009: " "}
    | {ord("，"): "，"}
    | _TRADITIONAL
)


def fold(text: str) -> str:
    """The text in lower case, half width and simplified where times need it, each code point in its place."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)
