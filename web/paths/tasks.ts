/** Work on many records, under way and past. */
export const tasksPath = '/tarefas'

export function taskPath(id: string): string {
  return `${tasksPath}/${id}`
}
