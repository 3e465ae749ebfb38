import { Skeleton } from './states.tsx'

interface Props {
  /** The expected number of rows, by default about as many as a window shows. */
  rows?: number
  /** The height of a row. */
  row: string
}

const keysOf = (rows: number) => Array.from({ length: rows }, (_, at) => `row ${at}`)

/** The skeleton of a list in its panel: a text on the left, an amount on the right. */
export const SkeletonRows = ({ rows = 8, row }: Props) => (
  <div className="panel divide-y divide-line-soft">
    {keysOf(rows).map((key) => (
      <div key={key} className={`flex items-center gap-4 px-4 md:px-5 ${row}`}>
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5 md:w-1/4" />
        </div>
        <Skeleton className="h-4 w-20" />
      </div>
    ))}
  </div>
)

/** The skeleton of a list of panels. */
export const SkeletonPanels = ({ rows = 5, row }: Props) => (
  <div className="flex flex-col gap-3">
    {keysOf(rows).map((key) => (
      <div key={key} className={`panel flex flex-col gap-2.5 p-4 md:p-5 ${row}`}>
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-1/3" />
      </div>
    ))}
  </div>
)
