/**
 * Owns the projects of companies and their members.
 * Writes the tables `project` and `project_member`.
 * Never sums what a project costs: orders/cost-allocation does.
 */

export { requireProjectExists } from './change-project.ts'
export { findProjectNames, findProjectNamesOfEnterprises, listMemberIdsByProject, listProjects } from './projects.ts'
