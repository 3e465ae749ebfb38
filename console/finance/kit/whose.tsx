import { Link } from '@tanstack/react-router'
import { enterpriseName } from '../../enterprises/enterprise-view.ts'
import { column } from '../../kit/list/columns.tsx'

interface Named {
  enterpriseId: string
  enterpriseName: string | null
}

/** A company by its name, which opens it. */
export const Whose = ({ row }: { row: Named }) => (
  <Link to="/enterprise" search={{ enterpriseId: row.enterpriseId }}>
    {enterpriseName({ name: row.enterpriseName })}
  </Link>
)

/** The column of whose a row is. */
export const whoseColumn = <Row extends Named>() => column<Row>({ title: '企业', of: (row) => <Whose row={row} /> })
