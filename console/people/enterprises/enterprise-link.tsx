import { Link } from '@tanstack/react-router'
import { column } from '#console/platform/components/list/columns.tsx'
import { enterpriseName } from './enterprise-view.ts'

interface Named {
  enterpriseId: string
  enterpriseName: string | null
}

/** The name of an enterprise, with a link to its page. */
export const EnterpriseLink = ({ row }: { row: Named }) => (
  <Link to="/enterprise" search={{ enterpriseId: row.enterpriseId }}>
    {enterpriseName({ name: row.enterpriseName })}
  </Link>
)

/** The table column with the enterprise of a row. */
export const enterpriseColumn = <Row extends Named>() => column<Row>({ title: '企业', of: (row) => <EnterpriseLink row={row} /> })
