import { Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import { Markdown } from '#ui/markdown/markdown.tsx'
import { toFormRule } from './rule.ts'
import './markdown-field.css'

/** A field for a Markdown text, with a preview. The field's name is `text`. */
export const MarkdownField = ({ rule, rows }: { rule: Parameters<typeof toFormRule>[0]; rows: number }) => (
  <Form.Item
    name="text"
    label="正文（Markdown）"
    required
    rules={[toFormRule(rule)]}
    extra="## 小标题　**加粗**　- 列表　1. 步骤　> 提示　| 表格 |　[文字](/shop) 链到本站，[文字](https://…) 链到网站"
  >
    <Input.TextArea className="article-source" rows={rows} spellCheck={false} />
  </Form.Item>
)

/** The preview follows the input with a short delay when typing is fast. */
export function MarkdownPreview({ title, text }: { title: string; text: string }) {
  const shown = useDeferredValue(text)
  return (
    <Panel title="预览" className="article-preview">
      {title !== '' && <p className="article-title">{title}</p>}
      {shown ? <Markdown source={shown} apart /> : <p className="mute">正文写好后，这里是读者看到的样子</p>}
    </Panel>
  )
}
