/** How the main landmarks of screens are built for a screen reader, as readMainOutline returns it. */
export const screenOutlines: Readonly<Record<string, string>> = {
  '/login': `
main
  list
  region 登录
    heading 登录
    textbox 手机号
    textbox 密码
    button 显示密码
    textbox 图形验证码
    button 图形验证码 换一张
    button 登录
`,
  '/shop': `
main
  heading 商城
  complementary 筛选
  region 商品列表
    heading 商品列表
    navigation 排序
      list
    status
    navigation 显示方式
    article
      button …
      heading …
    navigation 分页
      button 上一页
      button …
      button 下一页
`,
  '/detail': `
main
  navigation 位置
  article
    button …
    button 尺寸图
    heading …
    table 阶梯价
      columnheader 数量
      columnheader 现金价
      columnheader 赊销价
    status
    group 刀头直径
      radio …
    group 合金牌号
      radio …
    group 包装
      radio …
    button 减少购买数量
    textbox 购买数量
    button 增加购买数量
    button 加入购物车
    button 立即购买
    button 加入常购清单
    button 询价
    region 可领优惠券
      button 领券
  region 全部规格
    heading …
    table
      columnheader 规格
      columnheader 编码
      columnheader 现金价
      columnheader 赊销价
      columnheader 现货
      columnheader 单重 kg
      columnheader 起订
      columnheader 操作
  region 参数
    heading 参数
    table
  region 商品说明
    heading 商品说明
    list
  region 适用机型
    heading …
    list
  region 商品评论
    heading 商品评论
    list
      button …
    group 筛选评论
      button …
      list
        button …
  region 同类商品
    heading 同类商品
    article
      button …
      heading …
`,
  '/cart': `
main
  heading …
  region 岩锋截齿工具
    checkbox …
    heading 岩锋截齿工具
    list
      checkbox …
      button …
      textbox …
    region …
  region 结算
    checkbox …
    button 删除所选
    button 加入常购清单
    button 询价
    button 去结算
`,
  '/order_info': `
main
  heading 确认订单
  region 收货信息
    heading 收货信息
    button 更换地址
    button 改送项目
  region 商品清单
    region 岩锋截齿工具
      heading 岩锋截齿工具
      list
      button …
      textbox 订单备注
      textbox 成本中心
  region 采购单号
    textbox 采购单号
  region 归入项目
    heading 归入项目
    combobox 项目
    group
  region 支付方式
    heading 支付方式
    radiogroup 支付方式
      radio …
      button 折合年化
  region 订单明细
    heading 订单明细
    region 赊销成本
      button 折合年化
  button 提交订单
`,
  '/order_pay_password': `
main
  heading 订单支付
  region 待支付订单
    heading 待支付订单
    list
  region 支付
    group 支付密码
      textbox 支付密码
      textbox …
    button 确认支付
  region 更换支付方式
    heading 更换支付方式
    radiogroup 支付方式
      radio …
      button 折合年化
`,
  '/my_order': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
  region 我的订单
    heading 我的订单
    button 导出订单 CSV
    button 导出订单 Excel
    button 导出明细 CSV
    button 导出明细 Excel
    navigation 订单状态
      list
    search
      textbox 下单日期从
      button 打开日历：下单日期从
      textbox 下单日期到
      button 打开日历：下单日期到
      combobox 项目
      button 查询
      group 常用日期
        button 本月
        button 上月
        button …
    article …
    navigation 分页
      button 上一页
      button …
      button 下一页
`,
  '/my_order_detail': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
  region 订单详情
    heading 订单详情
    region 订单部分发货
      heading 订单部分发货
      button 申请售后
      button 再次购买
      button 联系客服
      list 订单进度
    region 收货信息
      heading 收货信息
    region 订单信息
      heading 订单信息
      button 复制订单号
    button 下载购销合同
    region 商品清单
      heading 商品清单
      button 加入常购清单
      list
    region …
      heading …
      article …
    region 发票
      heading 发票
    region 订单动态
      heading 订单动态
      list
`,
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
  '/credit_account': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
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
  '/my_bill': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
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
  '/my_bill_detail': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
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
  '/new_quotation': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
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
  '/quotation_info': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
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
  '/after_sale': `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单
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
