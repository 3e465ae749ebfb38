/** What a line begins with that is about the delivery, the money or the people, whatever numbers follow. */
const ABOUT_OTHERS =
  /^(?:送到|送至|送货|发到|发往|发货|寄到|寄往|运到|拉到|地址|收货|收件|收票|联系|电话|手机|微信|传真|邮箱|税号|开票|发票|抬头|开户|账号|户名|公司名|单位名|合同|订单号|单号|车号|车牌|司机|合计|总计|共计|总共|一共|全部|共\d|总价|总额|金额|运费|备注|注[:：]|以上|上面|下面|如下|付款|货款|月结|赊账|打款|转账|定金|价格|报价|型号别|别发|不要发|质量|包装要|项目|工地|工程|需方|供方|采购单|请购|申请人|审批|编码|型号|数量|序号|品名|名称|商品编码|物料)/
const GREETINGS =
  /^(?:老板娘?|师傅|经理|亲|您好|你好|大家好|早上好|上午好|中午好|下午好|晚上好|早|在吗|在不在|在么|hi|hello|ok|好的?|收到|谢谢|多谢|辛苦了?|麻烦了?|[,!?~。、\s])+/i
const DAYS =
  /^(?:\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2})?|\d{1,2}月\d{1,2}|(?:这|下|本)?(?:周|星期|礼拜)[一二三四五六日天末]|今天|明天|后天|大后天|昨天|上次|上回|月底|年底|尽快|最好|务必|记得|能不能|可以)/
const MOBILE = /1[3-9]\d{9}/

/** Words of delivery, money and people. With a part number beside them a line may still be an item. */
const OF_OTHERS =
  /发票|专票|普票|开票|的票|税点|付款|打款|转账|定金|尾款|运费|物流|快递|顺丰|德邦|装车|卸车|拉货|提货|货车|高栏|车[来去]?[拉装提]|签收|对账|结账|月结|报销|电话|微信|身份证|联系人|发错|催一?下|查一?下|什么时候|到了没|发货了/
const CODE = /[a-z]-?\d|\d-?[a-z]/i

/** The line without a greeting at its beginning. */
export const removeGreeting = (line: string): string => line.replace(GREETINGS, '')

/** Whether a line is about other things than what is ordered, by the words with which it begins. */
export function isChatLineNotAboutGoods(line: string): boolean {
  const rest = removeGreeting(line)
  return rest === '' || ABOUT_OTHERS.test(rest) || DAYS.test(rest) || MOBILE.test(rest) || (OF_OTHERS.test(rest) && !CODE.test(rest))
}

/** Names are shorter than what people say about something, and have no verbs and particles. */
const NAME_LENGTH_MAX = 8
const CONVERSATIONAL = /[了啊吧呢吗嘛哦呀不没别请我你他们是在就还都很太]|[发送到换退补欠少错]/

/** Whether a line without an amount may still be an item: a part number, with a short name at most. */
export function canChatLineNameItem(line: string): boolean {
  const chinese = line.match(/\p{Script=Han}/gu) ?? []
  return (
    (CODE.test(line) && chinese.length <= NAME_LENGTH_MAX && !CONVERSATIONAL.test(line)) || (chinese.length === 0 && /[a-z0-9]/i.test(line))
  )
}
