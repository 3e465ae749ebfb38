export { requireProject } from './change-project.ts'
export { getProjectNames, listMembersByProject, listProjects } from './projects.ts'
