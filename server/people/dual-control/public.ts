/**
 * Owns the rule that some decisions need two people, and the record of who has created or reset whose account. Writes the table
 * `staff_intervention`. Never carries out what two people decide.
 */

export {
  areIndependentPeople,
  recordStaffAccountIntervention,
  recordStaffAccountInterventions,
  requireSecondPerson,
  requireSecondPersonToAll,
} from './second-person.ts'
