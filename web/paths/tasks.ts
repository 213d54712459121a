/** Path of the list of bulk tasks. */
export const tasksPath = '/tarefas'

export function taskPath(id: string): string {
  return `${tasksPath}/${id}`
}
