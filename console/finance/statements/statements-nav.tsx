import { Siblings } from '../kit/siblings.tsx'

/** Statements, what is disputed of them, and what is to be let off. */
export const StatementsNav = () => <Siblings paths={['/statements', '/disputes', '/finance_requests']} />
