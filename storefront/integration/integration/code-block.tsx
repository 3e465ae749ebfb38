/** A block of code or JSON. It scrolls if it is long. */
export const CodeBlock = ({ text, what }: { text: string; what: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
  <section tabIndex={0} aria-label={what} className="max-h-80 overflow-auto rounded-control border border-line bg-paper p-3">
    <pre className="font-mono text-xs leading-5">{text}</pre>
  </section>
)
