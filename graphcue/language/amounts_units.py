"""Units of amounts: what each is called, and how many base units one of it is.

Factors are in millionths of the base unit, so that a pound is 453592370 millionths of a gram and nothing is a float.
"""

_ONE = 10**6

# canonical name of the base unit -> written unit -> how many millionths of the base unit one is
_TABLE: dict[str, dict[str, int]] = {
    "CNY": {"元": _ONE, "块钱": _ONE, "块": _ONE, "圆": _ONE, "人民币": _ONE, "rmb": _ONE, "cny": _ONE, "yuan": _ONE,
    "角钱": _ONE // 10, "角": _ONE // 10, "毛钱": _ONE // 10, "毛": _ONE // 10, "分钱": _ONE // 100},
    "USD": {"美元": _ONE, "美金": _ONE, "dollars": _ONE, "dollar": _ONE, "usd": _ONE, "bucks": _ONE,
    "cents": _ONE // 100},
    "EUR": {"欧元": _ONE, "euros": _ONE, "euro": _ONE, "eur": _ONE},
    "GBP": {"英镑": _ONE, "pounds sterling": _ONE, "gbp": _ONE},
    "JPY": {"日元": _ONE, "日圆": _ONE, "yen": _ONE, "jpy": _ONE},
    "HKD": {"港币": _ONE, "港元": _ONE, "hkd": _ONE},
    "TWD": {"新台币": _ONE, "台币": _ONE, "twd": _ONE},
    "KRW": {"韩元": _ONE, "krw": _ONE},
    "percent": {"%": _ONE, "percent": _ONE, "per cent": _ONE, "成": 10 * _ONE},
    "percentage_point": {"个百分点": _ONE, "percentage points": _ONE, "percentage point": _ONE},
    "second": {
        "毫秒": 1000, "ms": 1000, "milliseconds": 1000, "millisecond": 1000,
        "秒钟": _ONE, "秒": _ONE, "s": _ONE, "sec": _ONE, "secs": _ONE, "seconds": _ONE, "second": _ONE,
        "分钟": 60 * _ONE, "min": 60 * _ONE, "mins": 60 * _ONE, "minutes": 60 * _ONE, "minute": 60 * _ONE,
        "小时": 3600 * _ONE, "个小时": 3600 * _ONE, "钟头": 3600 * _ONE, "个钟头": 3600 * _ONE, "h": 3600 * _ONE,
        "hr": 3600 * _ONE, "hrs": 3600 * _ONE, "hours": 3600 * _ONE, "hour": 3600 * _ONE,
        "天": 86400 * _ONE, "days": 86400 * _ONE, "day": 86400 * _ONE,
        "周": 604800 * _ONE, "个星期": 604800 * _ONE, "星期": 604800 * _ONE, "weeks": 604800 * _ONE,
        "week": 604800 * _ONE,
    },
    "month": {
        "个月": _ONE, "月": _ONE, "months": _ONE, "month": _ONE, "个季度": 3 * _ONE, "quarters": 3 * _ONE,
        "年": 12 * _ONE, "years": 12 * _ONE, "year": 12 * _ONE, "decades": 120 * _ONE,
    },
    "m": {
        "毫米": 1000, "mm": 1000, "厘米": 10_000, "公分": 10_000, "cm": 10_000, "米": _ONE, "m": _ONE, "meters": _ONE,
        "metres": _ONE, "meter": _ONE, "metre": _ONE, "公里": 1000 * _ONE, "千米": 1000 * _ONE, "km": 1000 * _ONE,
        "kilometers": 1000 * _ONE, "kilometres": 1000 * _ONE, "英寸": 25_400, "inches": 25_400, "inch": 25_400,
        "英尺": 304_800, "feet": 304_800, "ft": 304_800, "英里": 1_609_344_000, "miles": 1_609_344_000,
        "mile": 1_609_344_000,
    },
    "m2": {"平方米": _ONE, "平米": _ONE, "m²": _ONE, "square meters": _ONE, "square metres": _ONE, "平方公里": 10**12},
    "l": {"毫升": 1000, "ml": 1000, "升": _ONE, "liters": _ONE, "litres": _ONE, "立方米": 1000 * _ONE},
    "g": {
        "毫克": 1000, "mg": 1000, "克": _ONE, "g": _ONE, "grams": _ONE, "gram": _ONE, "斤": 500 * _ONE,
        "公斤": 1000 * _ONE, "千克": 1000 * _ONE, "kg": 1000 * _ONE, "kgs": 1000 * _ONE, "kilograms": 1000 * _ONE,
        "吨": 10**12, "tons": 10**12, "tonnes": 10**12, "ton": 10**12, "lb": 453_592_370, "lbs": 453_592_370,
        "pounds": 453_592_370, "pound": 453_592_370, "oz": 28_349_523, "ounces": 28_349_523,
    },
    "byte": {
        "字节": _ONE, "bytes": _ONE, "byte": _ONE, "kb": 10**9, "mb": 10**12, "gb": 10**15, "tb": 10**18, "pb": 10**21,
        "kib": 2**10 * _ONE, "mib": 2**20 * _ONE, "gib": 2**30 * _ONE, "tib": 2**40 * _ONE,
    },
    "celsius": {"℃": _ONE, "°c": _ONE, "摄氏度": _ONE, "degrees celsius": _ONE},
    "degree": {"度": _ONE, "degrees": _ONE},
    "fold": {"倍": _ONE, "x": _ONE},
    "workday": {"个工作日": _ONE, "working days": _ONE, "business days": _ONE},
    "point": {"分": _ONE, "points": _ONE},
    "person": {
        "个人": _ONE, "人": _ONE, "名": _ONE, "位": _ONE, "people": _ONE, "persons": _ONE, "person": _ONE,
        "users": _ONE,
        "employees": _ONE, "customers": _ONE, "attendees": _ONE,
    },
    "set": {"台": _ONE, "套": _ONE, "辆": _ONE, "servers": _ONE, "machines": _ONE, "units": _ONE, "sets": _ONE},
    "time": {"次": _ONE, "times": _ONE},
    "item": {
        "个": _ONE, "件": _ONE, "条": _ONE, "份": _ONE, "张": _ONE, "项": _ONE, "只": _ONE, "家": _ONE, "items": _ONE,
        "item": _ONE,
        "pieces": _ONE,
    },
    "page": {"页": _ONE, "pages": _ONE, "page": _ONE},
    "line": {"行": _ONE, "lines": _ONE, "line": _ONE},
    "request": {"requests": _ONE, "request": _ONE},
    "error": {"errors": _ONE, "error": _ONE},
    "file": {"files": _ONE, "file": _ONE},
    "order": {"orders": _ONE, "order": _ONE},
    "record": {"records": _ONE, "rows": _ONE},
}  # fmt: skip

UNITS: dict[str, tuple[str, int]] = {
    written: (name, factor) for name, spellings in _TABLE.items() for written, factor in spellings.items()
}
UNIT_NAMES = frozenset(_TABLE)
CURRENCIES = frozenset({"CNY", "USD", "EUR", "GBP", "JPY", "HKD", "TWD", "KRW"})
CURRENCY_WORDS = {
    written: name
    for name in sorted(CURRENCIES)
    for written in _TABLE[name]
    if len(written) > 2 or (not written.isascii() and len(written) > 1)
}
"""What names a currency even where no number stands beside it → the currency."""
COUNTS = frozenset({"person", "set", "time", "item", "page", "line", "request", "error", "file", "order", "record"})
DURATIONS = frozenset({"second", "month"})

SIGNS = {
    "us$": "USD", "hk$": "HKD", "nt$": "TWD", "$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "￥": "CNY", "₩": "KRW",
    "人民币": "CNY", "rmb": "CNY", "cny": "CNY", "usd": "USD", "eur": "EUR", "gbp": "GBP", "jpy": "JPY", "hkd": "HKD",
}  # fmt: skip
SCALES = {
    "k": 10**3, "thousand": 10**3, "m": 10**6, "mn": 10**6, "million": 10**6, "b": 10**9, "bn": 10**9, "billion": 10**9,
    "trillion": 10**12, "dozen": 12, "hundred": 100,
}  # fmt: skip
