import type { PunchOutSetup } from '#contract/integration/integration/punch-out/shapes.ts'
import { CodeBlock } from '#storefront/integration/integration/code-block.tsx'

const ociParameters = (userName: string): string =>
  [
    `地址（POST）  ${window.location.origin}/api/punch-out/oci`,
    `USERNAME      ${userName}`,
    'PASSWORD      开通时显示的密码',
    'HOOK_URL      由采购系统填入（返回地址）',
    '~OkCode       ADDI',
    '~TARGET       _top',
    '~CALLER       CTLG',
    'OCI_VERSION   4.0',
  ].join('\n')

const cxmlExample = ({ fromDomain, fromIdentity, senderDomain, senderIdentity }: CxmlNames): string =>
  `POST ${window.location.origin}/api/punch-out/cxml
Content-Type: text/xml; charset=utf-8

<cXML payloadID="…" timestamp="…">
  <Header>
    <From><Credential domain="${fromDomain}"><Identity>${fromIdentity}</Identity></Credential></From>
    <To><Credential domain="DUNS"><Identity>yanfeng</Identity></Credential></To>
    <Sender>
      <Credential domain="${senderDomain}">
        <Identity>${senderIdentity}</Identity>
        <SharedSecret>开通时显示的密码</SharedSecret>
      </Credential>
      <UserAgent>采购系统名称和版本</UserAgent>
    </Sender>
  </Header>
  <Request>
    <PunchOutSetupRequest operation="create">
      <BuyerCookie>会话标识，原样返回</BuyerCookie>
      <BrowserFormPost><URL>https://erp.example.com/cxml/return</URL></BrowserFormPost>
    </PunchOutSetupRequest>
  </Request>
</cXML>`

type CxmlNames = Pick<PunchOutSetup, 'fromDomain' | 'fromIdentity' | 'senderDomain' | 'senderIdentity'>
const NAMES: CxmlNames = { fromDomain: 'DUNS', fromIdentity: '贵公司标识', senderDomain: 'NetworkId', senderIdentity: '发送方标识' }

/** 给贵公司 IT 的说明: what to enter in the procurement system. */
export function PunchOutHelp({ setup }: { setup: PunchOutSetup | null }) {
  const isOci = setup?.protocol !== 'CXML'
  return (
    <section className="panel p-4 md:p-5" aria-labelledby="punch-out-help">
      <h2 id="punch-out-help" className="mb-2 text-md font-semibold">
        给贵公司 IT 的说明
      </h2>
      <div className="flex flex-col gap-2 text-sm leading-6">
        <p>在采购系统中新建外部商品目录，按下面填写。请在新窗口打开，商城不能嵌入框架；密码请用 POST 提交，不写进网址。</p>
        {isOci && <CodeBlock text={ociParameters(setup?.userName ?? '开通后显示的用户名')} what="OCI 参数" />}
        {setup?.protocol !== 'OCI' && <CodeBlock text={cxmlExample(setup ?? NAMES)} what="cXML 示例" />}
        <p>
          选购后点“返回采购系统”，购物车以表单返回：OCI 为 <code className="font-mono text-xs">NEW_ITEM-…[n]</code> 各字段，cXML 为{' '}
          <code className="font-mono text-xs">cxml-urlencoded</code> 中的 PunchOutOrderMessage。价格为贵公司当前的单价，含三位小数，币种
          CNY，每价格单位 1；运费不在其中，由订单按收货地址计算。
        </p>
        <p>OCI 另支持 FUNCTION 为 DETAIL（打开商品）、VALIDATE（取最新价格）、BACKGROUND_SEARCH（后台搜索）。</p>
        {setup?.protocol !== 'OCI' && (
          <p>
            cXML 的订单（OrderRequest，type 为 new）发到同一地址：单价须为当前价格，同一 orderID
            只下单一次；子账号须可下单支付，超出其采购限额的待审批。修改和取消请在商城办理。设置了订单确认的接收地址后，接单（accept）、部分接单或部分发货（except、detail，逐行为
            accept、backordered、reject）和取消（reject）以 ConfirmationRequest 发送；变化时再发，operation 为 update，confirmID 不变。
          </p>
        )}
        <p>进入链接 15 分钟内有效且只能用一次；密码连续错误 5 次，该网络 15 分钟内不能进入。</p>
      </div>
    </section>
  )
}
