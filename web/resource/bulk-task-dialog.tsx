import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingText } from '../ui/busy-indicators.tsx'
import { toast } from '../ui/toasts.tsx'
import { BulkTaskPanel } from './bulk-task-panel.tsx'
import type { BulkTask } from './bulk-task.ts'
import { useUnderWay, useWork } from './work-query.ts'
import classes from './work-panel.module.css'

interface BulkTaskDialogProps {
  id: string
  title: string
  /** Resources whose lists change. */
  changes: readonly string[]
  onClose: () => void
}

/** Shows the progress of a bulk task. Closing the dialog leaves the task running. */
export function BulkTaskDialog({ id, title, changes, onClose }: BulkTaskDialogProps) {
  const client = useQueryClient()
  const isUnderWay = useUnderWay('bulkActions')
  const { data: task } = useWork<BulkTask>('bulkActions', id)

  function close() {
    for (const list of changes) void client.invalidateQueries({ queryKey: keys.lists(list) })
    if (!task || isUnderWay(task))
      toast('A tarefa continua no servidor: acompanhe-a em «Tarefas».', { tone: 'info' })
    onClose()
  }

  return (
    <Dialog title={title} onClose={close}>
      <div className={classes.dialog}>
        {task ? <BulkTaskPanel task={task} onClose={close} /> : <LoadingText>A preparar</LoadingText>}
      </div>
    </Dialog>
  )
}
