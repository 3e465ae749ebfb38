import { Siblings } from '../kit/siblings.tsx'

/** Limits, what holds them, what changed them, and what waits for a second person. */
export const CreditNav = () => <Siblings paths={['/credit_limits', '/credit_holds', '/limit_changes', '/limit_requests']} />
