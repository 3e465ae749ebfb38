import './markdown.css'
import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from './parse.ts'

/** Renders a text of the mall as React elements, never as HTML text. `apart`: links open in a new tab, as in a preview. */
export function Markdown({ source, apart = false }: { source: string; apart?: boolean }) {
  return (
    <div className="markdown">
      {parseMarkdown(source).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the text
        <BlockView key={at} block={block} apart={apart} />
      ))}
    </div>
  )
}

function BlockView({ block, apart }: { block: MarkdownBlock; apart: boolean }) {
  if (block.kind === 'table') return <TableView table={block} apart={apart} />
  if (block.kind === 'list') {
    const items = block.items.map((inlines, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place in the list
      <li key={at}>
        <Line inlines={inlines} apart={apart} />
      </li>
    ))
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  const line = <Line inlines={block.inlines} apart={apart} />
  if (block.kind === 'quote') return <blockquote>{line}</blockquote>
  if (block.kind === 'paragraph') return <p>{line}</p>
  return block.level === 3 ? <h3>{line}</h3> : <h4>{line}</h4>
}

function TableView({ table: { head, rows }, apart }: { table: Extract<MarkdownBlock, { kind: 'table' }>; apart: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone must be reached by keyboard
    <section aria-label="表格" tabIndex={0} className="markdown-table">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the row
              <th key={at} scope="col">
                <Line inlines={cell} apart={apart} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the table
            <tr key={at}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the row
                <td key={place}>
                  <Line inlines={cell} apart={apart} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ inlines, apart }: { inlines: readonly MarkdownInline[]; apart: boolean }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a run of text is its place in the line
  return inlines.map((inline, at) => <Run key={at} inline={inline} apart={apart} />)
}

function Run({ inline: { text, strong, code, link }, apart }: { inline: MarkdownInline; apart: boolean }) {
  if (strong) return <strong>{link ? <Way link={link} text={text} apart={apart} /> : text}</strong>
  if (code) return <code>{text}</code>
  return link ? <Way link={link} text={text} apart={apart} /> : text
}

/** A path of the mall is in the hash of its URL. The link works from wherever the text is shown. */
function Way({ link: { target, kind }, text, apart }: { link: NonNullable<MarkdownInline['link']>; text: string; apart: boolean }) {
  const beside = apart || kind === 'web' ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={kind === 'own' ? `/#${target}` : target} {...beside}>
      {text}
    </a>
  )
}
