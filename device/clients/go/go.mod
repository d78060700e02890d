module trellis.example/device

go 1.19
