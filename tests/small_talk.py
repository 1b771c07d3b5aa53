"""Two hundred lines of small talk that no memory fits."""

CHINESE = """
早上好呀
今天天气真不错
哈哈哈好的
嗯嗯知道了
谢谢你啊
不客气
晚安啦
你吃饭了吗
吃了吃了
有点困了
我先忙一会儿
等我一下
马上就来
稍等片刻
没关系的
别担心
加油哦
辛苦了
好久不见
最近怎么样
还行吧
一般般
老样子
周末愉快
新年快乐
恭喜恭喜
太棒了
真厉害
哎呀
糟糕
原来如此
我明白了
你说得对
确实如此
我也这么觉得
不一定吧
再说吧
随便啦
都可以
听你的
你决定吧
好主意
没问题
可以可以
收到
明白
稍后联系
回头聊
拜拜
明天见
路上小心
注意身体
早点休息
多喝热水
外面下雨了
好冷啊
热死了
风好大
又堵车了
快到了
刚到家
在路上呢
信号不好
你能听到吗
声音有点小
我听不清
再说一遍
慢慢来
不着急
有空吗
忙完了吗
差不多了
快好了
真的吗
不会吧
开玩笑的
逗你玩呢
哦这样啊
那好吧
行吧
算了
无所谓
我想想
让我看看
等等看吧
说不准
也许吧
可能吧
我猜是
谁知道呢
嘿嘿
嘻嘻
呜呜
唉
哇
哟
切
好无聊
好累
好饿
"""
ENGLISH = """
good morning
how are you
i'm fine thanks
thank you so much
you're welcome
good night
see you tomorrow
have a nice day
what's up
not much
same here
sounds good
okay then
all right
no worries
never mind
i see
got it
makes sense
fair enough
really?
no way
just kidding
lol
haha that's funny
wow amazing
congrats
well done
good luck
take care
bye for now
talk to you later
be right back
one moment please
hang on
give me a second
i'm on my way
almost there
just got home
traffic is terrible
it's raining again
so cold today
it's too hot
i'm tired
i'm hungry
did you eat yet
maybe later
we'll see
who knows
i guess so
i don't know
let me think
let me check
up to you
whatever you like
either is fine
good idea
why not
of course
absolutely
definitely
not really
not sure
i doubt it
you're right
i agree
me too
me neither
oh well
too bad
sorry about that
my bad
excuse me
pardon
can you hear me
you're breaking up
say that again
slow down
no rush
take your time
happy friday
enjoy your weekend
happy new year
cheers
nice to meet you
long time no see
how was your day
pretty good
could be better
hello there
hey
hmm
uh huh
yep
nope
right
exactly
true
interesting
cool
"""
LINES = (*CHINESE.strip().split("\n"), *ENGLISH.strip().split("\n"))
