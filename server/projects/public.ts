export { demandProject } from './change-project.ts'
export { listProjects, membersByProject, projectNames } from './projects.ts'
