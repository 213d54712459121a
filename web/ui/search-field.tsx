import { IconSearch, IconX } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { KeyCaps } from './key-caps.tsx'
import classes from './search-field.module.css'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  label: string
  value: string
  onChange: (text: string) => void
  /** With it, a button clears the box. */
  onClear?: () => void
  /** Hotkey of the box, shown while it is empty. */
  keys?: string
}

/** A search box. Lists load it first: Mantine's input weighs more than the rest of the toolbar. */
export function SearchField({ label, onChange, onClear, keys, className = '', ...input }: SearchFieldProps) {
  const isEmpty = input.value === ''
  return (
    <div className={`${classes.field} ${className}`}>
      <IconSearch className={classes.icon} size="1.125rem" stroke={1.5} aria-hidden />
      <input
        className={classes.input}
        type="search"
        aria-label={label}
        autoComplete="off"
        {...input}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isEmpty && keys !== undefined && (
        <span className={classes.end}>
          <KeyCaps keys={keys} />
        </span>
      )}
      {!isEmpty && onClear && (
        <button
          type="button"
          className={`${classes.end} ${classes.clear}`}
          aria-label="Limpar a pesquisa"
          onClick={onClear}
        >
          <IconX size="0.875rem" stroke={2} aria-hidden />
        </button>
      )}
    </div>
  )
}
