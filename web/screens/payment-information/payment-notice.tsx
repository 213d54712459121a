import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NoticeIcon } from '../apply/index.ts'
import classes from './payment-information.module.css'

interface PaymentNoticeProps {
  icon?: Icon
  tone?: 'green' | 'red'
  children: ReactNode
}

/** The one thing that the page has to say. */
export function PaymentNotice({ icon, tone, children }: PaymentNoticeProps) {
  return (
    <div className={classes.notice}>
      {icon && <NoticeIcon icon={icon} tone={tone} />}
      {children}
    </div>
  )
}
