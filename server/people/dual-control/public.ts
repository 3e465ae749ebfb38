export { isSecondPerson, recordIntervention, requireSecondPerson } from './second-person.ts'
