import { respondProblem } from './respond.server.ts'

const notFound = () =>
  respondProblem({ title: 'Not found', status: 404, detail: 'There is nothing at this URL of the API.' })

export const loader = notFound
export const action = notFound
