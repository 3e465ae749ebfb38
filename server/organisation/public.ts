export { recordConsent } from './consents.ts'
export { type Enterprise, findEnterprise, insertEnterprise, listEnterprises, recordVerification, setMemberLevel } from './enterprises.ts'
export { addMember, findMainUser, findMembership, listMembers, listSeatsIn, listSeatsOf, type Membership } from './memberships.ts'
