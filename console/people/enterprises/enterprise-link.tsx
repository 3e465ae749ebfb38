import { Link } from '@tanstack/react-router'
import { customColumn } from '#console/platform/components/list/columns.tsx'
import { formatEnterpriseName } from './enterprise-view.ts'

interface Named {
  enterpriseId: string
  enterpriseName: string | null
}

/** The name of an enterprise, with a link to its page. */
export const EnterpriseLink = ({ row }: { row: Named }) => (
  <Link to="/enterprise" search={{ enterpriseId: row.enterpriseId }}>
    {formatEnterpriseName({ name: row.enterpriseName })}
  </Link>
)

/** The table column with the enterprise of a row. */
export const createEnterpriseColumn = <Row extends Named>() =>
  customColumn<Row>({ title: '企业', value: (row) => <EnterpriseLink row={row} /> })
