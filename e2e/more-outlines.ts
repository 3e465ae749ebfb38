import { ACCOUNT_FRAME } from './screen-outlines.ts'

/** As `screenOutlines`, for the home page, the credit account, bills, and what is asked for. */
export const moreScreenOutlines: Readonly<Record<string, string>> = {
  '/': `
main
  navigation 商品分类
    list
  region 推广
    heading 岩锋工品
    button 旺季备件，先用后付
    button …
    button 岩锋工品
  complementary 企业账户
    list 订单
  region 按岩石硬度选齿
    heading 按岩石硬度选齿
    list
  region 现货专区
    heading 现货专区
    article
      button …
      heading …
  region 分类推荐
    heading 分类推荐
    navigation 推荐分类
      list
    article
      button …
      heading …
  region 赊销怎么开通
    heading 赊销怎么开通
    list
    region 赊销试算
      heading 试算一笔采购
      combobox 品类
      textbox …
  region 批量下单
    heading 批量下单
    textbox …
    button 开始批量下单
`,
  '/credit_account': `${ACCOUNT_FRAME}
  region 赊销账户
    heading 赊销账户
    navigation 赊销账户
      list
    region 赊销额度
      heading 可用额度
      button 切换账号
    region …
      heading …
      table …
        columnheader 日期
        columnheader 额度
        columnheader 订单占用
        columnheader 待还
        columnheader 当日应还
        columnheader 可用
    region 还款
      heading 还款
    region 近六个月赊销
      heading 近六个月赊销
      table 近六个月每月赊销
        columnheader 月份
        columnheader 赊销
    region 自动还款
      heading 自动还款
      button 开通自动还款
`,
  '/my_bill': `${ACCOUNT_FRAME}
  region 我的账单
    heading 我的账单
    navigation 我的账单
      list
    combobox 交易类型
    button 上个月
    combobox 月份
    button 下个月
    button 导出 CSV
    button 导出 Excel
    list
      button …
    navigation 分页
      button 上一页
      button …
      button 下一页
`,
  '/my_bill_detail': `${ACCOUNT_FRAME}
  region 月度账单
    heading 月度账单
    region …
      heading …
      button 下载 PDF 对账单
      button 下载 Excel 账单
      button 确认账单
      list
        list
        button …
    region 还款与冲减
      heading 还款与冲减
      list
    region 核验
      group
`,
  '/quick_order': `
main
  heading 批量下单
  region 粘贴或上传
    textbox …
    button 开始匹配
    status
    button …
    button 下载模板（XLSX）
  status
`,
  '/new_quotation': `${ACCOUNT_FRAME}
  region 询价
    heading 询价
    region 询价商品
    region 添加商品
      textbox 查找要询价的商品
      button 查找
      button 手工填写
      button 粘贴或上传清单
      region 粘贴或上传
        textbox …
        button 开始匹配
        status
        button …
        button 下载模板（XLSX）
    region …
      heading …
      button 上传图纸
    region 交货要求
      heading 交货要求
      combobox 收货地址
      textbox 期望到货日
      button 打开日历：期望到货日
      textbox 询价名称
      textbox 说明
    button 提交询价
`,
  '/quotation_info': `${ACCOUNT_FRAME}
  region 询价详情
    heading 询价详情
    region 询价进度
      button 撤回询价
      button 再次询价
    region …
      heading …
      list
      combobox 补充的图纸属于
      button 上传图纸
    region 留言
      heading 留言
      list
      textbox 给客服留言
      button 发送
`,
  '/after_sale': `${ACCOUNT_FRAME}
  region 售后详情
    heading 售后详情
    region 售后进度
      button 撤销申请
      list
    region 售后商品
      heading 售后商品
      list
    region 原因和说明
      heading 原因和说明
    complementary
      heading 预计退款
    region 进度和留言
      heading 进度和留言
      list
      textbox 给客服留言
      button 发送
`,
}
