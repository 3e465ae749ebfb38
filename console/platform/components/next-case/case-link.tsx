import { createLink, Link, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { markCaseToClaimOnOpen } from './case-claim.ts'
import { type AnyCaseQueue, formatListFiltersParam } from './case-queue.ts'

/** A link inside a case. It opens beside the case, which keeps what was typed. */
export const OpenInNewTabLink = createLink((props: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...props} target="_blank" rel="noopener" title={props.title ?? '在新标签页打开'} />
))

interface Props<Row> {
  queue: Pick<AnyCaseQueue, 'list' | 'screen'> & { id: (row: Row) => string; at: (row: Row) => Record<string, string> }
  row: Row
  /** Whoever presses it works on the case: it is claimed. */
  claims?: boolean
  className?: string
  label?: string
  /** The filters of the list that the row is of, if the address does not have them. */
  filters?: string | undefined
  children: ReactNode
}

/** A link from a row of the list to its case. The address of the case keeps the filters of the list, for the next case. */
export function CaseLink<Row>({ queue, row, claims = false, className, label, filters, children }: Props<Row>) {
  const ofAddress = formatListFiltersParam(useSearch({ strict: false }))
  return (
    <Link
      to={queue.screen}
      search={{ ...queue.at(row), list: filters ?? ofAddress }}
      onClick={({ ctrlKey, metaKey, shiftKey }) => claims && !ctrlKey && !metaKey && !shiftKey && markCaseToClaimOnOpen(queue.id(row))}
      {...(className === undefined ? {} : { className })}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </Link>
  )
}

/** 领取: claims the case that is only looked at. */
export const ClaimOpenedCaseButton = ({ claim }: { claim: () => void }) => (
  <Button type="primary" aria-keyshortcuts="T" onClick={claim}>
    领取
  </Button>
)
