import { Input } from 'antd'
import { useDeferredValue } from 'react'
import { useDraftField } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { EditorField } from '#console/catalog/goods-editing/editor/field.tsx'
import { Markdown } from '#ui/markdown/markdown.tsx'

/** The Markdown text of the page, with its rendering beside it. */
export function DescriptionSection() {
  const [text, change] = useDraftField('description')
  const shown = useDeferredValue(text)
  return (
    <div className="goods-description">
      <EditorField path="description" label="商品说明（Markdown）" help="## 小标题　**加粗**　- 列表　1. 步骤　> 提示　| 表格 |">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={14}
            maxLength={20_000}
            spellCheck={false}
            value={text}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </EditorField>
      <div className="goods-description-shown">
        <span className="mute">买家看到的</span>
        {shown === '' ? <p className="mute">写好后显示在这里</p> : <Markdown source={shown} apart />}
      </div>
    </div>
  )
}
