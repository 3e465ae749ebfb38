// The screens of a day's work that `npm run screenshots` keeps, by group, with what is done there.

/** Who looks: a company's main account, staff with all roles, or finance alone. */
export type Viewer = 'buyer' | 'staff' | 'finance'

export interface Screenshot {
  /** The name of its files. */
  name: string
  viewer: Viewer
  screen: string
  /** What people do there, as the page says it. */
  about: string
  /** A text that is typed into the finder first. */
  finds?: string
}

interface ScreenshotGroup {
  title: string
  shots: readonly Screenshot[]
}

const shot = (viewer: Viewer, name: string, screen: string, about: string): Screenshot => ({ viewer, name, screen, about })

export const screenshotGroups: readonly ScreenshotGroup[] = [
  {
    title: 'Finder and queues',
    shots: [
      Object.assign(shot('staff', 'finder', '/orders', 'One box finds every number and name; Enter opens the exact hit.'), {
        finds: 'KT-U84',
      }),
      shot('staff', 'home', '/', 'What waits, by kind, the oldest first; kinds without work are folded.'),
      shot('finance', 'home-of-finance', '/', 'The same for finance alone: its own cards and charts.'),
    ],
  },
  {
    title: 'Fulfilment',
    shots: [
      shot('staff', 'waves', '/waves', 'Orders that wait are put into waves by courier, shop, area or deadline.'),
      shot('staff', 'pick-list', '/wave_pick_list', 'One list for all orders of a wave, in the order of bins.'),
      shot('staff', 'packing', '/packing', 'A scan of the goods, then of the order; the scale and the waybill follow.'),
      shot('staff', 'waybills', '/waybills', 'Numbers of the printing service; what has no answer is asked for again or given up.'),
    ],
  },
  {
    title: 'Warehouse',
    shots: [
      shot('staff', 'stock-count', '/stock_count', 'A count sheet is printed, typed, and its differences are approved.'),
      shot('staff', 'stock-receipt', '/stock_receipt', 'Goods come in by a file that was tried first, and can be taken back for a day.'),
      shot('staff', 'stock-transfer', '/stock_transfer', 'Goods go from one warehouse to another, in parts.'),
      shot('staff', 'batches', '/batches', 'Batches with their dates; what ends soon is first.'),
    ],
  },
  {
    title: 'Purchasing',
    shots: [
      shot('staff', 'replenishment', '/replenishment', 'Advice from sales, season, open orders and equipment becomes purchase orders.'),
      shot('staff', 'purchase-order', '/purchase_order', 'An order to a supplier: its PDF, receipts and what is still open.'),
      shot('staff', 'supplier-invoice', '/supplier_invoice', 'An invoice is matched with the order and with what came.'),
    ],
  },
  {
    title: 'Bank money',
    shots: [
      shot('finance', 'bank-lines', '/bank_lines', 'Exact matches are confirmed together; the odd ones one by one.'),
      shot('finance', 'bank-imports', '/bank_imports', 'Statements of each bank by its saved layout, with undo.'),
    ],
  },
  {
    title: 'Quotations',
    shots: [
      shot('buyer', 'quotation-of-buyer', '/quotation_info', 'The buyer reads an offer line by line, and orders all or a part of it.'),
      shot('staff', 'quotation', '/quotation', 'Staff answer each line: prices, lead time, validity, or another SKU.'),
    ],
  },
  {
    title: 'Orders by phone',
    shots: [
      shot('staff', 'new-proposal', '/new_proposal', 'Staff build an order for a company, with its prices and addresses.'),
      shot('buyer', 'proposal-of-buyer', '/proposal', 'The buyer confirms it and pays with his own password.'),
    ],
  },
  {
    title: 'Customer owners',
    shots: [
      shot('staff', 'follow-ups', '/follow_ups', 'Whom to call today, and what was said before.'),
      shot('staff', 'phone-calls', '/phone_calls', 'Calls with their outcome.'),
      shot('staff', 'sales-targets', '/sales_targets', 'Targets of a month beside what was sold.'),
    ],
  },
  {
    title: 'Reports',
    shots: [
      shot(
        'staff',
        'sales-report',
        '/sales_report',
        'Sales by day, shop, category, SKU, company, owner or province, against earlier periods.',
      ),
      shot('staff', 'margins', '/margins', 'Margin by SKU, for roles that may see it.'),
      shot('staff', 'customer-report', '/customer_report', 'New, returning and sleeping customers.'),
      shot('staff', 'receivables-report', '/receivables_report', 'What is owed, for how long, and overdue by owner.'),
      shot('staff', 'stock-report', '/stock_report', 'Turn, dead stock and what was missed.'),
      shot('staff', 'funnel-report', '/funnel_report', 'From the visit to the payment.'),
    ],
  },
  {
    title: 'Staff and jobs',
    shots: [
      shot('staff', 'roles', '/roles', 'Own roles from permission codes, approved by a second person.'),
      shot('staff', 'jobs', '/jobs', 'What ran, what failed, what is next.'),
      shot('staff', 'file-history', '/file_history', 'All imports and exports.'),
    ],
  },
  {
    title: 'Channels, punch-out and groups',
    shots: [
      shot('staff', 'channels', '/me', 'Each person chooses by kind and hour what reaches him where.'),
      shot('buyer', 'punch-out', '/api_access', 'A company connects its procurement system.'),
      shot('staff', 'company-group', '/credit_group', 'A parent company with members, a shared limit and its shares.'),
    ],
  },
]

export const screenshotWidths = { desk: 1_440, phone: 390 } as const

/** The path of a picture below docs/. */
export const formatScreenshotPath = ({ name }: Pick<Screenshot, 'name'>, width: number): string => `screenshots/${name}-${width}.webp`

/** The page docs/screens.md. */
export function renderScreensPage(): string {
  const { desk, phone } = screenshotWidths
  const groups = screenshotGroups.map(({ title, shots }) => {
    const rows = shots.map((one) => {
      const [wide, narrow] = [desk, phone].map((width) => `![${one.name}, ${width} px wide](${formatScreenshotPath(one, width)})`)
      return `| ${one.about} \`${one.screen}\` | ${wide} | ${narrow} |`
    })
    return [`## ${title}`, '', `| what is done | ${desk} px | ${phone} px |`, '|---|---|---|', ...rows, ''].join('\n')
  })
  const lead = `Screens of the demo at ${desk} and ${phone} px, as \`npm run screenshots\` takes them after \`npm run build\`. Long screens are cut.`
  return ['# Screens of a day’s work', '', lead, '', ...groups].join('\n')
}
