import { type Block, type Inline, parseMarkdown } from './markdown.ts'

/** A description: paragraphs, headings, lists and bold, drawn as elements and never as HTML text. */
export function Markdown({ source }: { source: string }) {
  return (
    <div className="flex flex-col gap-3 text-md leading-7">
      {parseMarkdown(source).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the text
        <BlockView key={at} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Line inlines={block.inlines} />
      </p>
    )
  if (block.kind === 'heading')
    return (
      <h3 className="text-md">
        <Line inlines={block.inlines} />
      </h3>
    )
  const items = block.items.map((inlines, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place in the list
    <li key={at}>
      <Line inlines={inlines} />
    </li>
  ))
  const style = 'flex flex-col gap-1.5 pl-5 marker:text-jade'
  return block.ordered ? <ol className={`list-decimal ${style}`}>{items}</ol> : <ul className={`list-disc ${style}`}>{items}</ul>
}

function Line({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map(({ text, strong }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a run of text is its place in the line
    strong ? <strong key={at}>{text}</strong> : text,
  )
}
