"""Chinese rules for days, weeks, festivals, lunar dates and times of day."""

import re
from datetime import date, timedelta

from graphcue.language import calendar
from graphcue.language.numerals import chinese_integer
from graphcue.language.times_parts import Context, Reading, before, day_fields, rule
from graphcue.language.times_resolve import DAYPART_INDEX, FESTIVAL_INDEX
from graphcue.language.times_zh import NUMERALS, SMALL, YEAR, YEAR_OFFSETS, ZH_DIGITS, number, steps

_DAY_OFFSETS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 7}
_LUNAR_MONTHS = {"正": 1, "大年": 1, "冬": 11, "腊": 12}
# Second characters of given names: 周一山 and 周天宇 are people.
_GIVEN_NAMES = "山围良鸣凡帆飞平民新贯楠夫格丹多宇成勇益鸿琪赐岩航川龙"
_SURNAMES = (
    "李王张刘陈杨赵黄吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘"
    "杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚"
)


def _day(match: re.Match[str], context: Context) -> Reading | None:
    day = number(match["day"])
    if not 1 <= day <= 31 or before(match, 1) in ("第", "编", "型"):
        return None
    return Reading({"day": day}, relative=True)


def _days(match: re.Match[str], context: Context) -> Reading | None:
    month, day, last = (number(match[name]) for name in ("month", "day", "last"))
    real = calendar.real_date(2000, month, day) and calendar.real_date(2000, month, last)
    return Reading({"month": month, "day": day, "last_day": last}) if real else None


def _relative_day(match: re.Match[str], context: Context) -> Reading | None:
    if context.now is None:
        return None
    fields = day_fields(context.now + timedelta(days=_DAY_OFFSETS[match["word"]]))
    if match["part"]:
        fields["daypart"] = DAYPART_INDEX["evening" if match["part"] in "晚夜" else "early"]
    return Reading(fields, relative=True)


def _same_day(match: re.Match[str], context: Context) -> Reading | None:
    """去年今天: this day of another year."""
    if context.now is None:
        return None
    day = calendar.add_months(context.now.date(), 12 * YEAR_OFFSETS[match["year"]])
    return Reading(day_fields(day), relative=True) if day else None


def _lunar(match: re.Match[str], context: Context) -> Reading | None:
    month = _LUNAR_MONTHS.get(match["month"]) or number(match["month"])
    day = number(match["day"].lstrip("初").replace("廿", "二十"))
    found = _lunar_day(match["year"], month, day, context)
    if found is None:
        return None
    written = chinese_integer((match["year"] or "").rstrip("年")) is not None
    return Reading(day_fields(found), relative=not written, ambiguous=not match["year"])


def _lunar_day(written: str | None, month: int, day: int, context: Context) -> date | None:
    if written in YEAR_OFFSETS:
        return context.now and calendar.lunar_date(context.now.year + YEAR_OFFSETS[written], month, day)
    if written:
        return calendar.lunar_date(number(written.rstrip("年")), month, day)
    if context.now is None:
        return None
    today = context.now.date()
    dates = [calendar.lunar_date(today.year + offset, month, day) for offset in (-1, 0, 1)]
    return min((one for one in dates if one), key=lambda one: (abs(one - today), one), default=None)


def _weekday(match: re.Match[str], context: Context) -> Reading | None:
    day = match["day"]
    weekday = _WEEKDAYS[day] if day in _WEEKDAYS else int(day) - 1
    if match["step"]:
        week = _week_start(match["step"], context)
        return None if week is None else Reading({"week": week, "weekday": weekday}, relative=True)
    follower = match.string[match.end() : match.end() + 1]
    if re.search("[一二两三四五六七八九十几0-9]个?$", before(match, 2)) or (follower and follower in _GIVEN_NAMES):
        return None
    if match[0] == "周天" and follower and follower not in "上下早晚中的,，。、 ":
        return None
    return Reading({"weekday": weekday}, relative=True, ambiguous=True)


def _week(match: re.Match[str], context: Context) -> Reading | None:
    week = _week_start(match["step"], context)
    return None if week is None else Reading({"week": week}, relative=True)


def _week_start(step: str, context: Context) -> int | None:
    if context.now is None:
        return None
    return calendar.monday(context.now.date()).toordinal() + 7 * steps(step)


def _week_number(match: re.Match[str], context: Context) -> Reading | None:
    return Reading({"week_number": number(match["week"])})


_FESTIVALS = {name: name for name in FESTIVAL_INDEX} | {
    "情人": "情人节", "妇女": "妇女节", "植树": "植树节", "愚人": "愚人节", "劳动": "劳动节", "五一": "劳动节",
    "青年": "青年节", "儿童": "儿童节", "六一": "儿童节", "建党": "建党节", "建军": "建军节", "教师": "教师节",
    "双11": "双十一", "双12": "双十二", "十一": "国庆", "大年初一": "春节", "农历新年": "春节", "大年三十": "除夕",
    "大年夜": "除夕",
    "中元": "中元节", "母亲": "母亲节", "父亲": "父亲节", "感恩": "感恩节", "复活": "复活节", "春": "春节",
}  # fmt: skip
_NEED_THE_WORD_DAY = "情人|妇女|植树|愚人|劳动|青年|儿童|建党|建军|教师|中元|母亲|父亲|感恩|复活|春"
_ALONE = "|".join(
    sorted(_FESTIVALS.keys() - {*_NEED_THE_WORD_DAY.split("|"), "十一"}, key=lambda name: (-len(name), name))
)


def _festival(match: re.Match[str], context: Context) -> Reading | None:
    name = match["named"] or match["alone"] or "十一"
    plain = not match["named"] and not match["word_day"] and not match["holiday"]
    if plain and before(match, 1) and before(match, 1) in _SURNAMES:
        return None
    fields = {"festival": FESTIVAL_INDEX[_FESTIVALS[name]]} | ({"holiday": 1} if match["holiday"] else {})
    return Reading(fields, weak=plain and name == "元宵")


_DAYPARTS = {
    "凌晨": "small_hours", "清晨": "early", "早晨": "early", "清早": "early", "早上": "early", "一早": "early",
    "早": "early",
    "上午": "forenoon", "中午": "noon", "正午": "noon", "午间": "noon", "下午": "afternoon", "午后": "afternoon",
    "傍晚": "dusk", "黄昏": "dusk", "晚上": "evening", "晚间": "evening", "晚": "evening", "夜里": "night",
    "夜间": "night",
    "深夜": "night", "半夜": "night", "午夜": "night",
}  # fmt: skip
_DAYPART_PATTERN = "|".join(sorted(_DAYPARTS, key=lambda word: (-len(word), word)))
_HOUR_BEFORE = re.compile("(?:在|于|到|至|从|约|改为|定在|推迟到|提前到)$")
_HOUR_AFTER = re.compile(
    "(?:之|以)?[前后]|左右|开[会始工庭播]|出发|到[场达岗]?|至|集合|见面?|[上下]线|[上下]班|结束|截止|发布|发车|例会"
)


def _daypart(match: re.Match[str], context: Context) -> Reading | None:
    word = match["word"]
    return Reading({"daypart": DAYPART_INDEX[_DAYPARTS[word]]}, relative=True, weak=len(word) == 1)


def _clock(match: re.Match[str], context: Context) -> Reading | None:
    fields = {"hour": number(match["hour"])}
    if match["half"]:
        fields["minute"] = 30
    elif match["quarter"]:
        fields["minute"] = 15 * number(match["quarter"])
    elif match["minute"]:
        fields["minute"] = number(match["minute"])
    if match["second"]:
        fields["second"] = number(match["second"])
    if fields["hour"] > 24 or fields.get("minute", 0) > 59:
        return None
    plain = len(fields) == 1 and not match["exact"]
    return Reading(fields, relative=True, ambiguous=0 < fields["hour"] < 12, weak=plain and not _is_an_hour(match))


def _is_an_hour(match: re.Match[str]) -> bool:
    """Whether a bare 3点 is an hour by what stands around it, and not three points of a list."""
    if match["mark"] != "点" or re.search("[有提共以这那第其列为意高低]$", before(match, 1)):
        return False
    return bool(_HOUR_BEFORE.search(before(match, 4)) or _HOUR_AFTER.match(match.string, match.end()))


_NOT_AFTER_DAY = "(?![元均夜式游志程用活报内之本子线语军方货产资]|期(?!间))"
_NOT_AFTER_NUMBER = "线楼机院门厅馆桌位房车选柜仓文公店库服节称码球人井台地会通令牌栋区"
_PART_OF_DAY = "(?P<part>(?<=[昨今明])[晚早夜晨]|(?<=前)晚)"
_RELATIVE_DAY = f"(?P<word>大前|大后|[前昨今明后])(?:[天日]|(?<=[昨今明])儿个?(?!童)|{_PART_OF_DAY})"
_NOT_A_DAY = "(?!(?<=今日)(?:头条|资本|说法)|(?<=明日)(?:方舟|之星|之后|香)|(?<=后天)(?:性|培养|努力))"
_LUNAR_YEAR = rf"(?:(?P<year>{YEAR}年|大?[前后]年|[去今明]年)的?)?"
_LUNAR_DAY = "初[一二三四五六七八九十]|廿[一二三四五六七八九]?"
_COUNTED_DAY = "[一二三]?十[一二三四五六七八九]?"
_STEP = "(?P<step>上+|下+|[本这])(?:一个|个|一)?"
_NOT_AFTER_WEEKDAY = "(?![次个]|(?<=天)[气一二三四五六七八九十])"
_MINUTE = rf"(?P<minute>[0-9]{{1,2}}|[{ZH_DIGITS}]{{1,3}})(?:分(?!之)|(?![0-9{ZH_DIGITS}.]))(?:(?P<second>{SMALL})秒)?"

ZH_DAY_RULES = (
    rule(
        "zh_days",
        NUMERALS,
        rf"(?P<month>{SMALL})月(?P<day>{SMALL})[日号]?\s?[-~至到]\s?(?P<last>{SMALL})(?:日{_NOT_AFTER_DAY}|号)",
        _days,
    ),
    rule("zh_day", NUMERALS, rf"(?P<day>{SMALL})\s?(?:日{_NOT_AFTER_DAY}|号(?![{_NOT_AFTER_NUMBER}]))", _day),
    rule("zh_relative_day", "大前昨今明后", _RELATIVE_DAY + _NOT_A_DAY, _relative_day),
    rule("zh_same_day", "去前明大", "(?P<year>大?前年|[去明]年)的?(?:今[天日]|同一天|这一天)", _same_day),
    rule(
        "zh_lunar",
        NUMERALS + "农阴旧正冬腊去今明前后大",
        rf"{_LUNAR_YEAR}(?:农历|阴历|旧历)?(?P<month>(?<=历){SMALL}|[正冬腊]|大年)(?:月"
        rf"|(?<=大年))(?P<day>{_LUNAR_DAY}|{_COUNTED_DAY})日?",
        _lunar,
    ),
    rule("zh_lunar_day", NUMERALS + "去今明前后大", rf"{_LUNAR_YEAR}(?P<month>{SMALL})月(?P<day>{_LUNAR_DAY})", _lunar),
    rule(
        "zh_weekday",
        "上下本这周星礼",
        rf"(?:{_STEP})?(?:周周?|星期|礼拜)(?P<day>[一二三四五六日天末]|(?<=[期拜])[1-7]"
        rf"|(?<=周)[1-7](?=$|[上下晚早中的开,，。; )])){_NOT_AFTER_WEEKDAY}",
        _weekday,
    ),
    rule("zh_week", "上下本这", _STEP + "(?:周(?![边围转密折期岁年])|星期|礼拜)", _week),
    rule("zh_week_number", "第", rf"第(?P<week>{SMALL})(?:周(?![年期])|个?星期)", _week_number),
    rule(
        "zh_festival",
        sorted({name[0] for name in _FESTIVALS}),
        rf"(?:(?P<named>{_NEED_THE_WORD_DAY})节|十一(?=假期|长假|小长假|黄金周|期间)"
        rf"|(?P<alone>{_ALONE})(?P<word_day>节)?(?![路广职{NUMERALS}]|上河|老人|树))"
        "(?P<holiday>假期|长假|小长假|黄金周|期间)?",
        _festival,
    ),
    rule(
        "zh_daypart",
        sorted({word[0] for word in _DAYPARTS}),
        rf"(?P<word>{_DAYPART_PATTERN})(?![好茶于已就期日])",
        _daypart,
    ),
    rule(
        "zh_clock",
        NUMERALS + "两",
        rf"(?P<hour>[0-9]{{1,2}}|[{ZH_DIGITS}两]{{1,3}})(?P<mark>[点时])(?![候间代期刻机效赞击名滴数])"
        rf"(?:(?P<half>半)|(?P<quarter>[一三])刻|{_MINUTE}|(?P<exact>整|钟))?",
        _clock,
    ),
)
