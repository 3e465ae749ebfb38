import type { ReactNode } from 'react'

interface PanelProps {
  title: string
  /** Shown on the right of the title. */
  extra?: ReactNode
  /** The content extends to the edges, for tables. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A panel with a title: white, with a thin border and no shadow. */
export function Panel({ title, extra, flush = false, className = '', children }: PanelProps) {
  return (
    <section className={`panel ${className}`}>
      <header className="panel-head">
        <h2>{title}</h2>
        {extra}
      </header>
      <div className={flush ? 'panel-flush' : 'panel-body'}>{children}</div>
    </section>
  )
}

/** The header of a screen: its title, a note, and its actions. */
export function PageHead({ title, note, actions }: { title: ReactNode; note?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {note && <p>{note}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  )
}

/** Pairs of names and values. */
export function FactList({ facts, className = '' }: { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string }) {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
