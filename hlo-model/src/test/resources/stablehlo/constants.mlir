// Every way a constant is written.
module @constants {
  func.func @main() {
    %splat = stablehlo.constant dense<2.5> : tensor<2x3xf32>
    check.expect_eq_const %splat, dense<[[2.5, 2.5, 2.5], [2.500000e+00, 0x40200000, 25.0e-1]]> : tensor<2x3xf32>
    %blob = stablehlo.constant dense<"0x0100000002000000FFFFFFFF"> : tensor<3xi32>
    check.expect_eq_const %blob, dense<[1, 2, -1]> : tensor<3xi32>
    %resource = stablehlo.constant dense_resource<weights> : tensor<2xf32>
    check.expect_eq_const %resource, dense<[1.0, -2.0]> : tensor<2xf32>
    %bits = stablehlo.constant dense<"0x05"> : tensor<4xi1>
    check.expect_eq_const %bits, dense<[true, false, true, false]> : tensor<4xi1>
    %empty = stablehlo.constant dense<> : tensor<0x4xf32>
    check.expect_eq_const %empty, dense<> : tensor<0x4xf32>
    %complex = stablehlo.constant dense<[(1.0, -2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
    %imaginary = stablehlo.imag %complex : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    check.expect_eq_const %imaginary, dense<[-2.0, 3.0]> : tensor<2xf32>
    %large = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %one = stablehlo.constant dense<1> : tensor<ui64>
    %wrapped = stablehlo.add %large, %one : tensor<ui64>
    check.expect_eq_const %wrapped, dense<0> : tensor<ui64>
    %nibbles = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
    %wide = stablehlo.convert %nibbles : (tensor<2xi4>) -> tensor<2xi8>
    check.expect_eq_const %wide, dense<[7, -8]> : tensor<2xi8>
    %half = "stablehlo.constant"() <{value = dense<[1.5, 0x7E00]> : tensor<2xf16>}> : () -> tensor<2xf16>
    check.expect_eq_const %half, dense<[1.5, 0x7E00]> : tensor<2xf16>
    return
  }
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F000000C0"
    }
  }
#-}
