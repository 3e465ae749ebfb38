import { Siblings } from '../kit/siblings.tsx'

/** The days, and what differs on them. */
export const ReconNav = () => <Siblings paths={['/reconciliation', '/differences']} />
