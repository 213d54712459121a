import { Button, type ButtonProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { AppLink } from './app-link.tsx'

interface CommandButtonProps extends Omit<ButtonProps, 'leftSection' | 'children'> {
  icon: TablerIcon
  label: string
  id?: string
  title?: string
  type?: 'submit'
  /** Link target; without it, `onClick`. */
  to?: string
  onClick?: () => void
}

/** A button with an icon and words; a secondary one unless `variant` says otherwise. */
export function CommandButton({ icon: Icon, label, to, ...rest }: CommandButtonProps) {
  const isSmall = /^(?:compact|xs)/.test(rest.size ?? '')
  const shared = {
    variant: 'default',
    leftSection: <Icon size={isSmall ? '1rem' : '1.125rem'} stroke={1.5} aria-hidden />,
    ...rest,
    children: label,
  }
  return to === undefined ? <Button {...shared} /> : <Button component={AppLink} to={to} {...shared} />
}
