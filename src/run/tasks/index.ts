import type { RunTask } from '../plan.js'
import { callTask } from './call.js'
import { mcqTask } from './mcq.js'
import { qaTask } from './qa.js'
import { retrievalTask } from './retrieval.js'

/** Every kind of item that a run can ask. */
export const runTasks: readonly RunTask[] = [callTask, mcqTask, qaTask, retrievalTask]
