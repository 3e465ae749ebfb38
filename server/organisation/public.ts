export { type Enterprise, findEnterprise, insertEnterprise, listEnterprises, recordVerification, setMemberLevel } from './enterprises.ts'
export { addMember, findMainUser, findMembership, listMainUsers, listMembers, listSeatsOf, type Membership } from './memberships.ts'
