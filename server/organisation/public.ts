export {
  type Approval,
  closeApproval,
  findApproval,
  findApproved,
  insertApproval,
  listApprovals,
} from './approvals.ts'
export { hasConsented, recordConsent } from './consents.ts'
export {
  countByLevel,
  type Enterprise,
  findEnterprise,
  findEnterprisesLike,
  holdOpenEnterprise,
  insertEnterprise,
  listEnterprises,
  lockEnterprise,
  nameEnterprises,
  recordVerification,
  setEnterpriseStatus,
  setMemberLevel,
} from './enterprises.ts'
export { findMainUser, listMainUsers } from './main-users.ts'
export {
  acceptSeats,
  addMember,
  findMembership,
  listMembers,
  listSeatsIn,
  listSeatsOf,
  listSeatsOfPeople,
  lockSeat,
  type Membership,
  namesInSeats,
} from './memberships.ts'
export {
  type Allowance,
  changeSeat,
  countInvited,
  findAllowance,
  findSeat,
  inviteMember,
  listSeats,
  lockAllowance,
  lockCompany,
  removeSeat,
  type Seat,
  setSeatStatus,
} from './seats.ts'
