import styles from './figures.module.css'
import { formatBytes } from './format.ts'
import { useLocale } from './locale.tsx'

export function Bytes({ value }: { value: number }) {
  const { language } = useLocale()
  return <span className={styles.figure}>{formatBytes(value, language)}</span>
}
