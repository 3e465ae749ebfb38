import { Link } from '@tanstack/react-router'

/** The name of a supplier with the way to its screen. */
export const SupplierLink = ({ supplierId, name }: { supplierId: string; name: string }) => (
  <Link to="/supplier" search={{ supplierId }}>
    {name}
  </Link>
)
