import { respondProblem } from './respond.server.ts'

const notFound = () =>
  respondProblem({ title: 'Not found', status: 404, detail: 'The API has nothing at this address.' })

export const loader = notFound
export const action = notFound
