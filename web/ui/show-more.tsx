import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Button } from '@mantine/core'
import classes from './show-more.module.css'

interface ShowMoreProps {
  shown: number
  total: number
  isBusy: boolean
  onMore: () => void
}

/** Button that loads more rows; hidden when all are shown. */
export function ShowMore({ shown, total, isBusy, onMore }: ShowMoreProps) {
  if (shown >= total) return null
  return (
    <div className={classes.more}>
      <Button variant="default" loading={isBusy} onClick={onMore}>
        Mostrar mais
      </Button>
      <span className={classes.count}>
        {formatNumber(shown)} de {formatNumber(total)}
      </span>
    </div>
  )
}
