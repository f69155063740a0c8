;; Screening of vectors by their dot products with a query, in whole numbers.
;;
;; A row is a vector in signed bytes with a scale of its own; a query is a vector in signed 16-bit numbers. Both are padded
;; with zeros to a multiple of 16 numbers. For every row r:
;;   out[r] = scale[r] * sum over i of row[r][i] * query[i]
;; The sum is exact as long as it fits 32 bits, which the caller sees to. Rows come in fours, so that four sums become one
;; vector of results; eight bytes are widened to 16 bits as they are loaded, and multiplied and added pairwise at once.
(module
  (memory (export "memory") 1)

  ;; The four sums of the lanes of $a, $b, $c, $d, as numbers, times four scales.
  (func $finish (param $a v128) (param $b v128) (param $c v128) (param $d v128) (param $scales v128) (result v128)
    (local.set $a (i32x4.add ;; a0+a2 b0+b2 a1+a3 b1+b3
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $c (i32x4.add ;; c0+c2 d0+d2 c1+c3 d1+d3
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (f32x4.mul
      (local.get $scales)
      (f32x4.convert_i32x4_s
        (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))))

  ;; $rowCount: a multiple of 4. $stride: bytes of a row.
  (func (export "screen")
    (param $rows i32) (param $rowCount i32) (param $stride i32) (param $scales i32) (param $query i32) (param $out i32)
    (local $end i32) (local $last i32) (local $q i32) (local $y v128)
    (local $r0 i32) (local $r1 i32) (local $r2 i32) (local $r3 i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $rowCount) (i32.const 2))))
    (local.set $r0 (local.get $rows))
    (loop $eachFour
      (local.set $r1 (i32.add (local.get $r0) (local.get $stride)))
      (local.set $r2 (i32.add (local.get $r1) (local.get $stride)))
      (local.set $r3 (i32.add (local.get $r2) (local.get $stride)))
      (local.set $last (local.get $r1))
      (local.set $q (local.get $query))
      (local.set $s0 (v128.const i32x4 0 0 0 0))
      (local.set $s1 (v128.const i32x4 0 0 0 0))
      (local.set $s2 (v128.const i32x4 0 0 0 0))
      (local.set $s3 (v128.const i32x4 0 0 0 0))
      (loop $eachSixteen
        (local.set $y (v128.load (local.get $q)))
        (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r0)) (local.get $y))))
        (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r1)) (local.get $y))))
        (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r2)) (local.get $y))))
        (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r3)) (local.get $y))))
        (local.set $y (v128.load offset=16 (local.get $q)))
        (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r0)) (local.get $y))))
        (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r1)) (local.get $y))))
        (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r2)) (local.get $y))))
        (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r3)) (local.get $y))))
        (local.set $q (i32.add (local.get $q) (i32.const 32)))
        (local.set $r1 (i32.add (local.get $r1) (i32.const 16)))
        (local.set $r2 (i32.add (local.get $r2) (i32.const 16)))
        (local.set $r3 (i32.add (local.get $r3) (i32.const 16)))
        (br_if $eachSixteen
          (i32.ne (local.get $last) (local.tee $r0 (i32.add (local.get $r0) (i32.const 16))))))
      (v128.store (local.get $out)
        (call $finish
          (local.get $s0) (local.get $s1) (local.get $s2) (local.get $s3)
          (v128.load (local.get $scales))))
      (local.set $r0 (local.get $r3)) ;; the end of the fourth row is the start of the fifth
      (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
      (br_if $eachFour
        (i32.ne (local.get $end) (local.tee $out (i32.add (local.get $out) (i32.const 16)))))))
)
