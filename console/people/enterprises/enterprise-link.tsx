import { Link } from '@tanstack/react-router'
import { column } from '#console/platform/components/list/columns.tsx'
import { enterpriseName } from './enterprise-view.ts'

interface Named {
  enterpriseId: string
  enterpriseName: string | null
}

/** A company by its name, which opens it. */
export const EnterpriseLink = ({ row }: { row: Named }) => (
  <Link to="/enterprise" search={{ enterpriseId: row.enterpriseId }}>
    {enterpriseName({ name: row.enterpriseName })}
  </Link>
)

/** The column of whose a row is. */
export const enterpriseColumn = <Row extends Named>() => column<Row>({ title: '企业', of: (row) => <EnterpriseLink row={row} /> })
