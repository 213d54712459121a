import {
  IconAlertTriangleFilled,
  IconBan,
  IconCheck,
  IconClockExclamation,
  IconId,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CardStanding } from '@agremia/resources/card-verification.ts'
import classes from './card-check.module.css'

interface CheckHeadProps {
  tone: 'green' | 'amber' | 'red' | 'grey'
  sign: CheckSign
  title: string
  children?: ReactNode
}

export type CheckSign = CardStanding | 'waiting' | 'notFound' | 'offline'

const icons = {
  valido: IconCheck,
  expirado: IconClockExclamation,
  irregular: IconAlertTriangleFilled,
  suspenso: IconBan,
  invalido: IconX,
  notFound: IconX,
  offline: IconWifiOff,
  waiting: IconId,
} as const satisfies Record<CheckSign, unknown>

/** The result as colour, icon and text, so that it does not depend on colour alone. */
export function CheckHead({ tone, sign, title, children }: CheckHeadProps) {
  const Icon = icons[sign]
  return (
    <header className={classes.head} data-tone={tone} data-waiting={sign === 'waiting'}>
      <span className={classes.sign} aria-hidden="true">
        <Icon size="2.5rem" stroke={2.75} />
      </span>
      <div className={classes.said}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.when}>{children}</p>
      </div>
    </header>
  )
}
